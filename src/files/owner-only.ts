/** Whether a file's mode keeps others out of it. On Windows it does not: who may read the folder may read what is in it. */
export const MODES_KEEP_OTHERS_OUT = process.platform !== 'win32'
