import type { Words } from "./locale-words"

export const words: Words = {}
