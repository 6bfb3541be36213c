import type { Words } from "./words"

/** Answer of `GET /onchain/pay/:token/presentation`: what an element needs in addition to the payment. */
export type Presentation = {
  words: Words
  /** CSS of the element, with the shop's accent colour. */
  style: string
}
