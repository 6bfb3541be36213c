import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { INSTALL_VARIABLE, programPath, requirePrograms } from "../programs"
import { gates, programsOf } from "../test/stages"

/** A machine with a known set of programs: an `apt-get` that records its arguments and installs Redis. */
const machine = mkdtempSync(join(tmpdir(), "onchain-programs-"))
const calls = join(machine, "apt-get.log")
const before = { PATH: process.env.PATH, [INSTALL_VARIABLE]: process.env[INSTALL_VARIABLE] }

const putProgram = (name: string, script: string) => {
  writeFileSync(join(machine, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(machine, name), 0o755)
}

beforeEach(() => {
  rmSync(calls, { force: true })
  rmSync(join(machine, "redis-server"), { force: true })
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

describe("a program that is missing", () => {
  it("stops the command with the one line that installs everything missing, and starts no installer", () => {
    expect(() => requirePrograms(["chromium", "redis"])).toThrow(
      "Not on the PATH: chromium, redis-server. Install it, then run this again: apt-get install -y chromium redis-server"
    )
    expect(() => programPath("redis")).toThrow("apt-get install -y redis-server")
    expect(existsSync(calls)).toBe(false)
  })

  it.each(["", "0", "true"])("is not installed when the variable is %p", (value) => {
    process.env[INSTALL_VARIABLE] = value
    expect(() => requirePrograms(["redis"])).toThrow("Not on the PATH")
    expect(existsSync(calls)).toBe(false)
  })

  it("is installed when the variable allows it", () => {
    process.env[INSTALL_VARIABLE] = "1"
    requirePrograms(["redis"])
    expect(readFileSync(calls, "utf8")).toContain("install -y -qq --no-install-recommends redis-server")
    expect(programPath("redis")).toBe(join(machine, "redis-server"))
  })

  it("is checked before the first stage", () => {
    expect(programsOf(gates.short.flat())).toEqual(["chromium"])
    expect(programsOf(["unit", "cluster"])).toEqual(["redis"])
    expect(programsOf(["check", "http"])).toEqual([])
  })
})

it("only the CI script may enable the installation", () => {
  const read = (file: string) => readFileSync(join(__dirname, "..", "..", file), "utf8")
  expect(read(".ci/run")).toContain(`${INSTALL_VARIABLE}=1 npm test`)
  expect(read("package.json")).not.toContain(INSTALL_VARIABLE)
})
