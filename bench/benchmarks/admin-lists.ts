import type { Benchmark } from "../benchmark"
import { ADMIN_VIEWS, type AdminView } from "../database/admin-views"
import { fillLists } from "../database/fill-lists"
import { timeInTurn } from "../database/interleaved"
import { createDatabases, type ScaledDatabases } from "../database/scaled-databases"
import { createRow, type Round, type Row } from "../report/row"
import { median } from "../report/statistics"

/** Twenty rows in each table for a view of all of them, and twenty of each kind for one of a kind. */
const sizes = { twenty: 20, few: 200, many: 100_000 }
const rounds = 5
const callsPerRound = 6
const warmUpCalls = 5
const aim = { of: "ratio", is: "<=", limit: 1.5 } as const

type Databases = ScaledDatabases<keyof typeof sizes>

/** Each list of the admin, its filters and searches, and the export: 100,000 rows in each table against 20. The worst is judged. */
export const adminLists: Benchmark = {
  rows: ["admin_lists", "admin_lists_wide_search"],
  async measure({ teardown, say }) {
    const names = ["twenty", "few", "many"] as const
    const databases = await createDatabases(teardown, names, (knex, size) => fillLists(knex, sizes[size]))
    const worst = async (name: string, views: readonly AdminView[]): Promise<Row> => {
      const measured: Round[][] = []
      for (const view of views) {
        const times = await measureView(databases, view)
        const row = createRow(view.name, "ms", aim, times)
        say(
          `${view.name}: ${row.ours} ms against ${row.peer} ms, ratio ${row.ratio}${row.met ? "" : ", missed"}`
        )
        measured.push(times)
      }
      const [first = []] = measured.sort((one, other) => ratioOf(other) - ratioOf(one))
      return createRow(name, "ms", aim, first)
    }
    return [
      await worst(
        "admin_lists",
        ADMIN_VIEWS.filter(({ isWide }) => !isWide)
      ),
      await worst(
        "admin_lists_wide_search",
        ADMIN_VIEWS.filter(({ isWide }) => isWide)
      ),
    ]
  },
}

async function measureView({ twenty, few, many }: Databases, { isWhole, read }: AdminView): Promise<Round[]> {
  const sides = { ours: () => read(many), peer: () => read(isWhole ? twenty : few) }
  await timeInTurn(sides, warmUpCalls)
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round++) measured.push(await timeInTurn(sides, callsPerRound))
  return measured
}

function ratioOf(measured: readonly Round[]): number {
  return median(measured.map(({ ours, peer }) => ours / peer))
}
