import { findWords, type Texts, type Translate } from "../ui/texts"

/** Looks texts up in English as the dashboard does, for a test of words. @throws Error for a key without a text */
export const english: Translate = (key, values = {}) => {
  const text = findWords(key)
  if (typeof text !== "string") throw new Error(`no text for ${key}`)
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    if (!(name in values)) throw new Error(`${key} needs ${name}`)
    return String(values[name])
  })
}

/** The texts as a component has them. */
export const texts: Texts = { t: english, locale: "en" }
