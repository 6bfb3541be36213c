import type { Words } from "./load-locale"

export const words: Words = {}
