/** Whether the tests are those of somebody at work, who waits for them: less is tried, and nothing is left out but what is said to be. */
export const isQuick: boolean = ['test:unit', 'test:watch'].includes(process.env.npm_lifecycle_event ?? '')
