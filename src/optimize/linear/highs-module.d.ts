/** The package's own types describe its CommonJS build; imported as a module, `default` is the loader itself. */
declare module '#highs' {
  import type { Highs, InitOptions } from 'highs'

  const load: (options?: InitOptions) => Promise<Highs>
  export default load
}
