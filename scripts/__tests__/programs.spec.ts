import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findChromium } from "../chromium"
import { INSTALL_VARIABLE, requireRedis } from "../programs"

/** A machine with a known set of programs: an `apt-get` that records its arguments and installs Redis. */
const machine = mkdtempSync(join(tmpdir(), "onchain-programs-"))
const calls = join(machine, "apt-get.log")
const before = { PATH: process.env.PATH, [INSTALL_VARIABLE]: process.env[INSTALL_VARIABLE] }

const putProgram = (name: string, script: string) => {
  writeFileSync(join(machine, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(machine, name), 0o755)
}

beforeEach(() => {
  for (const name of ["apt-get.log", "redis-server", "chromium"]) rmSync(join(machine, name), { force: true })
  process.env.PATH = machine
  delete process.env[INSTALL_VARIABLE]
  putProgram("apt-get", `echo "$@" >> ${calls}; [ "$1" = update ] || /bin/cp "$0" ${machine}/redis-server`)
})

afterAll(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  rmSync(machine, { recursive: true, force: true })
})

describe("Redis, when it is missing", () => {
  it.each([undefined, "", "0", "true"])("is not installed when the variable is %p", (value) => {
    if (value !== undefined) process.env[INSTALL_VARIABLE] = value
    expect(() => requireRedis()).toThrow(
      "Not on the PATH: redis-server. Install it, then run this again: apt-get install -y redis-server"
    )
    expect(existsSync(calls)).toBe(false)
  })

  it("is installed when the variable allows it, which only the CI script does", () => {
    process.env[INSTALL_VARIABLE] = "1"
    expect(requireRedis()).toBe(join(machine, "redis-server"))
    expect(readFileSync(calls, "utf8")).toContain("install -y -qq --no-install-recommends redis-server")
    const read = (file: string) => readFileSync(join(__dirname, "..", "..", file), "utf8")
    expect(read(".ci/run")).toContain(`${INSTALL_VARIABLE}=1 npm test`)
    expect(read("package.json")).not.toContain(INSTALL_VARIABLE)
  })
})

describe("Chromium", () => {
  it("is the machine's own where there is one", () => {
    putProgram("chromium", "exit 0")
    expect(findChromium().executablePath).toBe(join(machine, "chromium"))
  })

  it.each(["linux-arm64", "win32-x64"])("is asked of the reader on %s, for which npm brings none", (kind) => {
    expect(() => findChromium(kind)).toThrow(
      "Chromium is not on the PATH, and npm brings it for Linux on x64 only"
    )
  })
})
