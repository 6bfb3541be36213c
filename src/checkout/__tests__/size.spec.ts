import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { bundleElement } from "../../../scripts/package/build-checkout"
import { renderPaymentPage } from "../payment-page/payment-page"
import { ENGLISH, SRC } from "../view/__tests__/sample-checkout"
import { sampleCheckout } from "../../types/http/__tests__/sample-checkout"
import { OPTIONS, STATES } from "../view/__tests__/sample-states"

const KB = 1_000
const gzipped = (content: string | Buffer) => gzipSync(content, { level: 9 }).length

test("the script is at most 20 kB, the whole page 30 kB, the list of addresses 15 kB, and what signs is a part of its own, gzipped", async () => {
  const folder = mkdtempSync(join(tmpdir(), "onchain-size-"))
  try {
    const file = join(folder, "onchain-checkout.mjs")
    await bundleElement(join(__dirname, "../../.."), file)
    const script = gzipped(readFileSync(file))
    const page = (change: object, options: typeof OPTIONS | null) =>
      renderPaymentPage({
        checkout: sampleCheckout(change),
        words: ENGLISH,
        options,
        src: SRC,
        notice: null,
        nonce: "n0nce",
        scriptPath: "/onchain/checkout/0123456789abcdef.js",
        isRedirectedAfterPaid: false,
      })
    // Two QR codes and a memo: the largest page.
    const html = gzipped(page(STATES.memo, null))
    process.stdout.write(`checkout: script ${script} B, page ${html} B, together ${script + html} B (gzip)\n`)
    expect(script).toBeLessThanOrEqual(20 * KB)
    expect(html + script).toBeLessThanOrEqual(30 * KB)
    expect(gzipped(page(STATES.choose, OPTIONS)) + script).toBeLessThanOrEqual(30 * KB)
    const addresses = join(folder, "onchain-addresses.mjs")
    await bundleElement(join(__dirname, "../../.."), addresses, "onchain-addresses")
    const list = gzipped(readFileSync(addresses))
    process.stdout.write(`addresses: script ${list} B (gzip)\n`)
    expect(list).toBeLessThanOrEqual(15 * KB)
    const part = join(folder, "onchain-authorization.mjs")
    await bundleElement(join(__dirname, "../../.."), part, "onchain-authorization")
    expect(readFileSync(file, "utf8")).toContain(`import("./onchain-authorization.mjs")`)
    expect(gzipped(readFileSync(part))).toBeLessThanOrEqual(3 * KB)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
