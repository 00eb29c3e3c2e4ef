/** The whole budget of group sizes, the mechanism, what is published exactly, saving, and what is guaranteed. */
import type { MechanismName } from '../../src/groups/mechanism.ts'
import { ask } from '../api.ts'
import { isAt, useRound } from '../folder-changes.ts'
import { useLoaded } from '../parts/load.tsx'
import { LossSlider } from '../plan/loss-slider.tsx'
import { oddsWords } from '../plan/plan-words.ts'
import { SavePlan } from '../plan/save-plan.tsx'
import type { GroupAnswer, GroupSettings } from './group-plan-types.ts'
import { MECHANISM_WORDS } from './mechanism-words.ts'
import { change, isRho, saveGroupPlan, useGroupPlan, useGroupSettings } from './store.ts'

export function GroupBudget(): React.JSX.Element | null {
  const { answer, spec, saved, outside } = useGroupPlan()
  const settings = useGroupSettings((state) => state.settings)
  const refused = useRefusal(settings?.mechanism, saved?.mechanism, spec?.path)
  if (answer === null || settings === null || spec === null) return null
  const given = isRho(spec) ? 'rho' : 'epsilon'
  return (
    <>
      <section>
        <h2>Privacy loss</h2>
        <LossSlider total={settings.total} given={given} onChange={(total) => change({ ...settings, total })} />
        <div className="field">
          <span>Definition</span>
          <b>{answer.kind === 'pure' ? 'pure ε' : 'zCDP ρ'}</b>
        </div>
        {answer.kind === 'zcdp' && (
          <div className="field">
            <span>As ε at its δ</span>
            <b>{answer.epsilon.toFixed(2)}</b>
          </div>
        )}
        <div className="field">
          <span>
            {answer.mover === 'group' ? 'That a group is there' : 'That a person is in a group'} can change the odds of
            any output by
          </span>
          <b>{oddsWords(answer.epsilon)}</b>
        </div>
      </section>
      <Mechanism answer={answer} settings={settings} refused={refused} />
      <section>
        <h2>Published exactly</h2>
        {answer.publishedExactly.length === 0 && <p className="hint">nothing</p>}
        {answer.publishedExactly.map((one) => (
          <div key={one} className="card">
            <b>{one}</b>
            <span>outside the guarantee</span>
          </div>
        ))}
      </section>
      <SavePlan
        path={spec.path}
        isSaved={saved === settings}
        refused={refused}
        outside={outside}
        onSave={() => void saveGroupPlan()}
      />
      <section>
        <h2>What is guaranteed</h2>
        {answer.statement.map((line) => (
          <p key={line} className="hint">
            {line}
          </p>
        ))}
      </section>
    </>
  )
}

interface MechanismProps {
  readonly answer: GroupAnswer
  readonly settings: GroupSettings
  readonly refused: string | null
}

function Mechanism({ answer, settings, refused }: MechanismProps): React.JSX.Element {
  return (
    <section>
      <h2>Mechanism</h2>
      <select
        aria-label="Mechanism"
        value={settings.mechanism}
        onChange={(event) => change({ ...settings, mechanism: event.target.value as MechanismName })}
      >
        {answer.mechanisms.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <p className="hint">{MECHANISM_WORDS[settings.mechanism]}</p>
      {refused !== null && (
        <p className="fault" role="alert">
          {refused}
        </p>
      )}
    </section>
  )
}

/** Why another mechanism than the file's would be refused: some are for small tables alone, or clash with the rest of the spec. */
function useRefusal(now: string | undefined, saved: string | undefined, path: string | undefined): string | null {
  const round = useRound(isAt(path ?? null))
  const { fault } = useLoaded(async () => {
    if (now === undefined || path === undefined || now === saved) return
    await ask('runs/plan', { path, capability: 'groups', changes: [{ path: ['groups', 'mechanism'], value: now }] })
  }, [now, saved, path, round])
  return fault
}
