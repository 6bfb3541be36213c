import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { en } from "../../src/admin/i18n"
import { COUNTERS } from "../../src/modules/onchain/health/activity-log"

const read = (name: string) => readFileSync(path.resolve(__dirname, "../../docs/operations", name), "utf8")
const names = Object.keys(COUNTERS)
const metrics = names.map((name) => `onchain_${name}_total`)
const used = (text: string) => [...new Set(text.match(/\bonchain_[a-z_]+/g))].sort()

const Dashboard = z.object({
  panels: z.array(z.object({ id: z.number(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
})

describe("monitoring", () => {
  it("the table of counters has every counter that the code emits, and no other", () => {
    const listed = [...read("monitoring.md").matchAll(/^\| `onchain\.(\w+)` /gm)].map(([, name]) => name)
    expect(listed).toEqual(names)
  })

  it("the table of health checks has every check that the admin has words for", () => {
    const [, table = ""] = /^### What each check means$([\s\S]*?)^## /m.exec(read("monitoring.md")) ?? []
    const listed = [...table.matchAll(/^\| ([^|]+)/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`(\w+?)(?:_?\*)?`/g)].map(([, id = ""]) => id)
    )
    expect(Object.keys(en.health.check).filter((id) => !listed.includes(id))).toEqual([])
  })

  it("the alerts ask for counters that exist", () => {
    const alerts = read("monitoring/alerts.yml")
    expect(used(alerts).filter((metric) => !metrics.includes(metric))).toEqual([])
    expect(alerts.match(/^ {6}- alert: /gm)?.length).toBeGreaterThan(5)
  })

  it("the dashboard shows every counter, and no other", () => {
    const { panels } = Dashboard.parse(JSON.parse(read("monitoring/dashboard.json")))
    const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join("\n")
    expect(used(asked)).toEqual([...metrics].sort())
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })

  it("labels by which alerts and panels sum are attributes of the counters", () => {
    const text = read("monitoring/alerts.yml") + read("monitoring/dashboard.json")
    const labels = [...text.matchAll(/ by \(([^)]+)\)/g)].flatMap(([, list = ""]) => list.split(/, */))
    expect([...new Set(labels)].sort()).toEqual(["code", "endpoint", "reason"])
  })
})
