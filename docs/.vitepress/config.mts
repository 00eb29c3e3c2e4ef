import { existsSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const here = new URL('../', import.meta.url)
const page = (text: string, link: string) => ({ text, link })

/** The API reference is generated (`npm run docs:api`); without it the site has none. */
const api = existsSync(new URL('api/', here))
  ? [{ text: 'API reference', collapsed: true, items: [page('All entry points', '/api/')] }]
  : []

const decisions = readdirSync(new URL('decisions/', here))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => page(name.slice(0, -3).replaceAll('-', ' '), `/decisions/${name.slice(0, -3)}`))

export default defineConfig({
  title: 'Tacet',
  description: 'Publish the statistics; keep the people silent.',
  lang: 'en',
  srcExclude: ['node_modules/**'],
  cleanUrls: false,
  // Pages speak of `<file>`: nothing in them is HTML.
  markdown: { html: false },
  // Pages speak of files outside the site (README, examples) as they are in the repository.
  ignoreDeadLinks: [/^\.\/?\.\.\//, /\.\.\//, /SECURITY|CHANGELOG|README/],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [page('Tutorials', '/tutorials/steward'), page('Guides', '/topdown'), page('Methods', '/methods/topdown')],
    sidebar: [
      {
        text: 'Tutorials',
        items: [
          page('For a data steward', '/tutorials/steward'),
          page('For a methodologist', '/tutorials/methodologist'),
          page('For a publisher of tables', '/tutorials/publisher'),
          page('For an analyst', '/tutorials/analyst'),
          page('For a developer', '/tutorials/developer'),
          page("A hospital's file", '/hospital'),
        ],
      },
      {
        text: 'Guides',
        items: [
          page('Top-down releases', '/topdown'),
          page('Measurements', '/measure'),
          page('Group sizes', '/groups'),
          page('Audits', '/audit'),
          page('Anonymity', '/anonymize'),
          page('Decisions', '/decide'),
          page('The studio', '/studio'),
          page('Many machines', '/scale-out'),
        ],
      },
      { text: 'How to', items: [page('Recipes', '/recipes')] },
      {
        text: 'Reference',
        items: [
          page('The spec', '/spec'),
          page('How files are read', '/reading'),
          page('Systems: Linux, Windows, macOS', '/systems'),
          page('Bad inputs and their messages', '/bad-inputs'),
          page('Messages, before and after', '/messages'),
          page('Compatibility', '/compatibility'),
          page('Faults that were tried', '/faults'),
          page('Measured', '/measured'),
          page('Limits', '/limits'),
        ],
      },
      {
        text: 'Methods',
        items: [
          'noise',
          'privacy',
          'ledger',
          'topdown',
          'groups',
          'audit',
          'anonymity',
          'decide',
          'tests',
          'forgeries',
        ].map((name) => page(name, `/methods/${name}`)),
      },
      {
        text: 'Inside',
        items: [page('The house', '/house'), page('Walks', '/walks'), page('Decisions', '/decisions/README')],
      },
      { text: 'Decisions', collapsed: true, items: decisions },
      ...api,
    ],
  },
})
