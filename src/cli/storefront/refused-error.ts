/** The storefront has a different structure. Nothing is written; the message names the file and the missing line. */
export class RefusedError extends Error {
  override readonly name = "RefusedError"

  constructor(file: string, missing: string) {
    super(
      `${file}: not found there: ${missing}. This storefront differs from Medusa's starters, so nothing was ` +
        `written. docs/developers/storefront.md shows each change to make by hand.`
    )
  }
}
