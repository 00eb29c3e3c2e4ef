/** Units of the calendar, from the narrowest to the widest. */
export const DATE_UNITS: readonly ['day', 'month', 'quarter', 'year'] = ['day', 'month', 'quarter', 'year']

export type DateUnit = (typeof DATE_UNITS)[number]
