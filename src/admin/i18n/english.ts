import type { Words } from "./locale-words"

/** The English words, for what their own files import and which therefore cannot import them. */
export const english: { words: Words } = { words: {} }
