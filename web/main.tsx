import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style/base.css'
import './style/controls.css'
import './style/tables.css'
import './style/audit.css'
import './style/audit-grid.css'
import './style/data.css'
import './style/plan.css'
import './style/runs.css'
import './style/releases.css'
import './style/review.css'
import './style/anonymity.css'
import './style/protect.css'
import './style/ledger.css'
import './style/print.css'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
