/** `tacet completion`, in the shells themselves. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { testNeeding } from './support/needs.ts'
import { onTerminal } from './support/pty.ts'

const folder = testFolder()
beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { code, stdout, stderr } = tacet(['completion', shell], folder)
    expect(code, stderr).toBe(0)
    writeFileSync(join(folder, `completion.${shell}`), stdout)
  }
  writeFileSync(join(folder, 'people of the town.csv'), 'a\n1\n')
  mkdirSync(join(folder, 'release'))
})

/** What is typed, and what must be among the words offered, or must not. */
const TYPED: readonly (readonly [readonly string[], readonly string[], readonly string[]])[] = [
  [['des'], ['describe'], ['demo']],
  [['ledger', 'a'], ['abandon'], ['audit', 'anonymize']],
  [['audit', '--sug'], ['--suggest'], ['--small']],
  [['ledger', 'init', '--'], ['--dataset', '--unit'], ['--epsilon']],
  [['init', '--'], ['--json'], ['--dataset']],
  [['groups', 'x.csv', '--format', ''], ['csv', 'parquet'], ['release']],
  [['anonymize', '--method', 'm'], ['mondrian', 'mdav'], ['anytime']],
  [['describe', 'peo'], ['people of the town.csv'], ['release']],
  [['verify', 'rel'], ['release'], []],
  [['completion', ''], ['bash', 'zsh', 'fish', 'powershell'], []],
]

/** The words bash would offer. */
function inBash(words: readonly string[]): string[] {
  const line = ['tacet', ...words].map((word) => `'${word}'`).join(' ')
  const script = `source completion.bash; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _tacet; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout.split('\n').filter((word) => word !== '')
}

test.each(TYPED.map((typed) => [typed[0].join(' '), typed] as const))(
  'bash: tacet %s',
  (_, [words, offered, others]) => {
    const found = inBash(words)
    expect(found).toEqual(expect.arrayContaining([...offered]))
    for (const other of others) expect(found).not.toContain(other)
  },
)

for (const [words, offered, others] of TYPED) {
  testNeeding('fish', `fish: tacet ${words.join(' ')}`, () => {
    const script = `source completion.fish; complete -C 'tacet ${words.join(' ')}'`
    const { status, stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    const found = stdout.split('\n').map((line) => line.split('\t')[0].replace(/\/$/, ''))
    expect(found).toEqual(expect.arrayContaining([...offered]))
    for (const other of others) expect(found).not.toContain(other)
  })
}

/** Types a line and a tab into an interactive zsh, and returns what the line became. */
async function inZsh(typed: string): Promise<string> {
  const setup = [
    "PROMPT='READY> '; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -d ./zcompdump",
    'eval "$(cat completion.zsh)"',
    `tacet() { print -r -- "GOT[$\{(j:|:)@}]" }; echo BEGIN`,
  ].join('; ')
  const seen = await onTerminal('zsh -f -i', folder, {
    columns: 120,
    type: [
      { when: (raw) => raw.length > 0, keys: `${setup}\n` },
      { when: (raw) => /BEGIN\r?\n[\s\S]*READY> /.test(raw), keys: `tacet ${typed}\t` },
      { when: (raw) => raw.split('READY> ').at(-1)?.includes(`${typed}`) === true, keys: '\n' },
      { when: (raw) => /GOT\[.*\]\r?\n/.test(raw), keys: 'exit\n' },
    ],
  })
  return /GOT\[(.*)\]\r?\n/.exec(seen.raw)?.[1] ?? seen.raw
}

for (const [typed, became] of [
  ['desc', 'describe'],
  ['ledger ab', 'ledger|abandon'],
  ['audit --sug', 'audit|--suggest'],
  ['groups x.csv --format parq', 'groups|x.csv|--format|parquet'],
  ['describe peo', 'describe|people of the town.csv'],
] as const) {
  testNeeding('zsh', `zsh: tacet ${typed}`, async () => {
    expect(await inZsh(typed)).toBe(became)
  })
}

test('PowerShell: every command and flag of the tree stands in single quotes that end', () => {
  const script = readFileSync(join(folder, 'completion.powershell'), 'utf8')
  expect(script).toMatch(/'ledger' = @\('init'|'ledger' = @\(.*'show'/)
  expect(script).toMatch(/'groups --format' = @\('csv', 'parquet'\)/)
  for (const line of script.split('\n').filter((one) => /^ +'.* = @\(/.test(one)))
    expect(line.replace(/'(?:[^']|'')*'/g, 'q')).toMatch(/^ *q = @\((q(, q)*)?\)$/)
})
