/** Words of one language, in the shape of the English ones. */
export type Words = { [key: string]: string | Words }

export const joinWords = (...parts: Words[]): Words => Object.assign({}, ...parts) as Words
