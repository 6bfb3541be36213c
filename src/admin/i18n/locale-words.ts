/** Words of one language, in the shape of the English ones. */
export type Words = { [key: string]: string | Words }

/** The English words, for what their own files import and which therefore cannot import them. */
export const english: { words: Words } = { words: {} }

export const joinWords = (...parts: Words[]): Words => Object.assign({}, ...parts) as Words
