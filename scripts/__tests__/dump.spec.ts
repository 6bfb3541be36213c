import { dumpFile, dumpSources, readDump } from "../store/dump/dump-file"

describe("the committed dump of a store", () => {
  const dump = readDump(dumpFile)
  const rows = { ...dump?.migrated, ...dump?.seeded }

  it("is of the migrations, Medusa and products as they are; else run npm run dump", () => {
    expect(dump?.sources).toBe(dumpSources())
  })

  it("holds no key but publishable ones, and nothing that a store noted about itself", () => {
    const keys = [...(rows.api_key ?? "").matchAll(/"type":"(\w+)"/g)].map(([, type]) => type)
    expect(new Set(keys)).toEqual(new Set(["publishable"]))
    expect(Object.keys(rows).filter((table) => table.startsWith("onchain_"))).toEqual([])
  })
})
