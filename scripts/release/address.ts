/** Where the sources are, in the words of package.json. */
export type AddressFields = {
  homepage: string
  bugs: { url: string }
  repository: { type: "git"; url: string }
}

/**
 * @param url of the public repository, such as `https://code.example/shop/medusa-payment-onchain`
 * @throws Error without an address that anyone can open
 */
export function addressFields(url: string | undefined): AddressFields {
  const expected = "expected the public address of the repository, such as https://code.example/owner/name"
  if (!url) throw new Error(`REPOSITORY_URL is missing: ${expected}.`)
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isRepository = parsed?.protocol === "https:" && parsed.pathname.split("/").filter(Boolean).length >= 2
  if (!isRepository || parsed.username !== "" || parsed.search !== "" || parsed.hash !== "")
    throw new Error(`REPOSITORY_URL is not an address to publish: ${expected}.`)
  const address = url.replace(/\/$/, "").replace(/\.git$/, "")
  return {
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: "git", url: `git+${address}.git` },
  }
}

/** Writes the fields into the text of package.json, after its license, in place of earlier ones. */
export function withAddress(manifest: string, fields: AddressFields): string {
  const entries = Object.entries(JSON.parse(manifest) as Record<string, unknown>)
    .filter(([name]) => !(name in fields))
    .flatMap((entry) => (entry[0] === "license" ? [entry, ...Object.entries(fields)] : [entry]))
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}
