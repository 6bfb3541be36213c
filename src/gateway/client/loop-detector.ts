type Page = { next: string; fingerprint: string | null }

/**
 * Notices that a walk goes in a circle, of any length, by comparing each page with the one before and with one
 * kept from further back (Brent's algorithm).
 */
export class LoopDetector {
  private before: Page | undefined
  private kept: Page | undefined
  private steps = 0
  private keepAfter = 1

  /**
   * @param next names the page after this one
   * @param fingerprint of its rows; null for a page without any
   */
  isClosedBy(next: string, fingerprint: string | null): boolean {
    const page = { next, fingerprint }
    const isClosed = isSame(page, this.before) || isSame(page, this.kept)
    this.before = page
    if (++this.steps === this.keepAfter) {
      this.kept = page
      this.keepAfter *= 2
      this.steps = 0
    }
    return isClosed
  }
}

function isSame({ next, fingerprint }: Page, other: Page | undefined): boolean {
  if (other === undefined) return false
  return next === other.next || (fingerprint !== null && fingerprint === other.fingerprint)
}
