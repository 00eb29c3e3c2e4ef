/**
 * The studio's server: one folder, one machine, one token.
 */

export { type RunningStudio, type StudioOptions, startStudio } from './start-studio.ts'
