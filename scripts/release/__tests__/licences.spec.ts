import { resolve } from "node:path"
import { notPermissive, readLock, runtimeLicences } from "../licences"

const root = resolve(__dirname, "..", "..", "..")

describe("licences of the runtime dependencies", () => {
  it("are all permissive", () => {
    const licences = runtimeLicences(readLock(root))
    expect([...licences.keys()]).toEqual(expect.arrayContaining(["node_modules/hono", "node_modules/zod"]))
    expect(notPermissive(licences)).toEqual([])
  })

  it("are followed through dependencies, to the nearest copy", () => {
    const licences = runtimeLicences({
      "": { dependencies: { "@a/one": "1" } },
      "node_modules/@a/one": { license: "MIT", dependencies: { two: "2", three: "3" } },
      "node_modules/@a/one/node_modules/two": { license: "GPL-3.0", dependencies: { three: "3" } },
      "node_modules/two": { license: "ISC" },
      "node_modules/three": {},
      "node_modules/of-tests": { license: "GPL-3.0" },
    })
    expect(notPermissive(licences)).toEqual([
      "node_modules/@a/one/node_modules/two: GPL-3.0",
      "node_modules/three: no licence",
    ])
  })

  it("a lock without a dependency is out of date", () => {
    expect(() => runtimeLicences({ "": { dependencies: { one: "1" } } })).toThrow(
      "has no one. Run npm install"
    )
  })
})
