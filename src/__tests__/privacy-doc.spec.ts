import { readFileSync } from "node:fs"
import path from "node:path"
import * as models from "../modules/onchain/model-list"
import { ERASED_COLUMNS, ERASED_ROWS } from "../modules/onchain/customer/customer-data"
import { repository } from "./source-tree"

const document = readFileSync(path.join(repository, "docs/operations/privacy.md"), "utf8")
const named = new Set(
  [...document.matchAll(/`(onchain_[a-z_]+(?:\.[a-z_]+)?)`/g)].map(([, name = ""]) => name)
)

const columns = Object.values(models).flatMap((model) => {
  const { tableName, schema } = model.parse()
  return Object.keys(schema).map((column) => ({ tableName, column }))
})
const exists = new Set(columns.map(({ tableName, column }) => `${tableName}.${column}`))
const erased = ERASED_COLUMNS.flatMap(({ table, set }) =>
  Object.keys(set).map((column) => `${table}.${column}`)
)
const deleted = ERASED_ROWS.map(({ table }) => table)

/** Names of columns that hold what customers are known by, or free text. */
const PERSONAL =
  /customer|email|phone|(^|_)ip($|_)|(^|_)name$|address$|memo$|note$|label|^raw|body|signature|nonce|^data$|before|after/
/** What is only named like that: a network, an event, a choice, a count of tries. */
const HARMLESS =
  /network_name$|outbox\.name$|has_no_memo$|contract_address$|wrong_emails$|^onchain_address\.address$/

describe("docs/operations/privacy.md", () => {
  it("names each column that is erased, and each table whose rows are deleted", () => {
    expect([...erased, ...deleted].filter((name) => !named.has(name))).toEqual([])
  })

  it("names columns that exist", () => {
    const tables = new Set(columns.map(({ tableName }) => tableName))
    expect([...named].filter((name) => !exists.has(name) && !tables.has(name))).toEqual([])
    expect(erased.filter((name) => !exists.has(name))).toEqual([])
  })

  it("says of each column that looks personal how it is erased, or why it is kept", () => {
    const personal = columns.filter(({ tableName, column }) => {
      const isSuspect = PERSONAL.test(column) && !HARMLESS.test(`${tableName}.${column}`)
      return isSuspect && !deleted.includes(tableName)
    })
    expect(personal.length).toBeGreaterThan(20)
    const missing = personal.map(({ tableName, column }) => `${tableName}.${column}`)
    expect(missing.filter((name) => !named.has(name))).toEqual([])
  })
})
