/**
 * Runs a command that cannot outlive its parent: `node tie.mjs <command> [argument...]`.
 *
 * The command gets its own process group, and the whole group ends when standard input closes. The operating
 * system closes it even when the parent is killed, so no handler in the parent has to run. SIGUSR2 kills the
 * group at once, for crash tests.
 */
import { spawn } from "node:child_process"

const graceMs = 8_000
const [command, ...args] = process.argv.slice(2)
if (!command) throw new Error("tie.mjs needs a command to run")

const child = spawn(command, args, { detached: true, stdio: ["ignore", "inherit", "inherit"] })

function signalGroup(signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== "ESRCH") throw error
  }
}

let deadline
function stop() {
  if (deadline) return
  deadline = setTimeout(() => signalGroup("SIGKILL"), graceMs)
  signalGroup("SIGTERM")
}

process.stdin.resume().on("end", stop).on("error", stop)
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop)
process.on("SIGUSR2", () => signalGroup("SIGKILL"))

child.on("error", (error) => {
  console.error(`${command} did not start: ${error.message}`)
  process.exit(127)
})
child.on("exit", (code) => {
  signalGroup("SIGKILL")
  process.exit(code ?? 1)
})
