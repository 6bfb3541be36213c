/** Looks a text up by its key. */
export type Translate = (key: string, values?: Record<string, string | number>) => string
