/** Work that a scheduler may do elsewhere: a module of functions on plain data, which says whether it may leave this process. */
export interface WorkModule {
  /** The name by which every worker knows it. */
  readonly name: string
  readonly module: URL
  /** Confidential work stays in the process that read the data. */
  readonly secrecy: 'public' | 'confidential'
}

/** For a scheduler that leaves the process. */
export function refuseConfidential({ name, secrecy }: WorkModule): void {
  if (secrecy === 'public') return
  throw new Error(`the work "${name}" is confidential and must not leave the process that read the data`)
}
