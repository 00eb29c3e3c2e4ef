/** Pictures of the studio for the docs, taken by its tests: `TACET_SCREENSHOTS=1 npx vitest run test/studio` writes them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = fileURLToPath(new URL('../../docs/studio/', import.meta.url))

const SMALL = { width: 1280, height: 800 }

export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.TACET_SCREENSHOTS === undefined) return
  mkdirSync(folder, { recursive: true })
  const size = page.viewportSize()
  // Small enough to be read beside the text, and kept in the repository.
  if (size !== null && size.width > SMALL.width) await page.setViewportSize(SMALL)
  await drawn(page)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  if (size !== null) await page.setViewportSize(size)
}

/** The page has drawn itself at its present size, and what it does about it. */
function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 0
        const next = (): void => {
          if (++frames < 10) requestAnimationFrame(next)
          else resolve()
        }
        requestAnimationFrame(next)
      }),
  )
}
