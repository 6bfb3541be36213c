import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { cutRelease } from "../changelog"

const BEFORE = "# Changelog\n\n## [Unreleased]\n\n### New\n\n- One.\n\n## [0.1.0] - 2026-01-02\n\n- Zero.\n"

describe("cutting a release", () => {
  it("dates the unreleased changes and opens a new section", () => {
    expect(cutRelease(BEFORE, "0.2.0", "2026-03-04")).toBe(
      "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n### New\n\n- One.\n\n## [0.1.0] - 2026-01-02\n\n- Zero.\n"
    )
  })

  it("changes nothing the second time", () => {
    const cut = cutRelease(BEFORE, "0.2.0", "2026-03-04")
    expect(cutRelease(cut, "0.2.0", "2026-03-05")).toBe(cut)
  })

  it.each([
    ["nothing to release", cutRelease(BEFORE, "0.2.0", "2026-03-04"), "0.3.0", "names no change"],
    ["changes after the version", BEFORE, "0.1.0", "has changes after 0.1.0"],
    ["no section", "# Changelog\n", "0.1.0", "has no section"],
  ])("refuses: %s", (_, changelog, version, message) => {
    expect(() => cutRelease(changelog, version, "2026-03-04")).toThrow(message)
  })

  it("can be done with the changelog of this repository", () => {
    const root = resolve(__dirname, "..", "..", "..")
    const changelog = readFileSync(resolve(root, "CHANGELOG.md"), "utf8").replace(
      "## [Unreleased]\n",
      "## [Unreleased]\n\n- One.\n"
    )
    expect(cutRelease(changelog, "999.0.0", "2026-03-04")).toContain(
      "## [Unreleased]\n\n## [999.0.0] - 2026-03-04\n\n- One.\n"
    )
  })
})
