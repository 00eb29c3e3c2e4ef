/**
 * Table 7 of Fioretto, Van Hentenryck, Zhu (2021), census data: L1 errors in thousands by level, and broken subtrees.
 */
export type PublishedLine = readonly [level1: number, level2: number, level3: number, violations: number]

export const PUBLISHED: Readonly<Record<string, Readonly<Record<string, PublishedLine>>>> = {
  '0.1': {
    'mh-relaxed': [40.3, 54.3, 802.1, 1966],
    'mh-dp': [10.3, 38.4, 825.4, 0],
    'mc-relaxed': [23.1, 64.5, 632.2, 1715],
    'mc-dp': [0.9, 23.2, 550.6, 0],
    'mc-chain as published': [0.2, 13.9, 603.0, 0],
    topdown: [3.7, 35.0, 820.5, 0],
  },
  '0.5': {
    'mh-relaxed': [39.4, 37.9, 216.3, 1990],
    'mh-dp': [2.4, 9.4, 230.8, 0],
    'mc-relaxed': [23.1, 61.0, 494.2, 1718],
    'mc-dp': [0.2, 5.8, 159.1, 0],
    'mc-chain as published': [0.0, 3.4, 165.3, 0],
    topdown: [0.9, 8.6, 228.4, 0],
  },
  '1.0': {
    'mh-relaxed': [40.7, 39.2, 130.0, 1989],
    'mh-dp': [1.2, 5.1, 128.8, 0],
    'mc-relaxed': [24.1, 63.0, 494.5, 1728],
    'mc-dp': [0.1, 3.2, 91.0, 0],
    'mc-chain as published': [0.0, 1.7, 86.9, 0],
    topdown: [0.5, 4.6, 127.2, 0],
  },
}
