import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import prettier from "prettier"
import { addressFields, withAddress } from "../address"

const root = resolve(__dirname, "..", "..", "..")
const manifest = readFileSync(resolve(root, "package.json"), "utf8")
const fields = addressFields("https://code.example/shop/plugin.git")

describe("the address of the repository", () => {
  it("becomes the fields of package.json", () => {
    expect(fields).toEqual({
      homepage: "https://code.example/shop/plugin#readme",
      bugs: { url: "https://code.example/shop/plugin/issues" },
      repository: { type: "git", url: "git+https://code.example/shop/plugin.git" },
    })
  })

  it.each([
    [undefined, "is missing"],
    ["", "is missing"],
    ["shop/plugin", "is not an address"],
    ["http://code.example/shop/plugin", "is not an address"],
    ["https://code.example", "is not an address"],
    ["https://code.example/shop", "is not an address"],
    ["https://token@code.example/shop/plugin", "is not an address"],
    ["https://code.example/shop/plugin?tab=readme", "is not an address"],
  ])("%p is refused", (url, message) => {
    expect(() => addressFields(url)).toThrow(`REPOSITORY_URL ${message}`)
  })

  it("is written into package.json, which stays as it was otherwise and formatted", async () => {
    const written = withAddress(manifest, fields)
    expect(JSON.parse(written)).toEqual({ ...JSON.parse(manifest), ...fields })
    expect(withAddress(written, fields)).toBe(written)
    const options = await prettier.resolveConfig(resolve(root, "package.json"))
    expect(await prettier.check(written, { ...options, filepath: "package.json" })).toBe(true)
  })

  it.each([[[]], [["--dry-run"]]])("is demanded by npm run release %j before anything else", (args) => {
    const env = { ...process.env, REPOSITORY_URL: "" }
    const tsx = resolve(root, "node_modules", ".bin", "tsx")
    const { status, stderr } = spawnSync(tsx, ["scripts/release.ts", ...args], {
      cwd: root,
      env,
      encoding: "utf8",
    })
    expect(stderr).toContain("REPOSITORY_URL is missing")
    expect(status).toBe(1)
    expect(readFileSync(resolve(root, "package.json"), "utf8")).toBe(manifest)
  })
})
