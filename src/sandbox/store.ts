import { conflict, notFound } from "./sandbox-error"

/** The objects of one kind, by id. @param kind names an object in errors, such as "invoice" */
export function createStore<T extends { readonly id: string }>(kind: string) {
  const byId = new Map<string, T>()
  return {
    add: (row: T) => void byId.set(row.id, row),
    find: (id: string) => byId.get(id),
    /** @throws SandboxError 404 */
    get(id: string): T {
      const row = byId.get(id)
      if (!row) throw notFound(`${kind} ${id}`)
      return row
    },
    /** Oldest first. */
    all: (): readonly T[] => [...byId.values()],
    newestFirst: (): readonly T[] => [...byId.values()].reverse(),
  }
}

/** For each status, the triggers it accepts and where they lead. */
type Lifecycle<Status extends string, Trigger extends string> = Record<
  Status,
  Partial<Record<Trigger, Status>>
>

/** @param table names its statuses and triggers; any pair that it lacks is refused */
export function lifecycle<const T extends Record<string, Readonly<Record<string, keyof T>>>>(table: T) {
  return table as Lifecycle<keyof T & string, { [S in keyof T]: keyof T[S] & string }[keyof T]>
}

/** @throws SandboxError 409 for a transition the lifecycle does not have */
export function nextStatus<Status extends string, Trigger extends string>(
  lifecycle: Lifecycle<Status, Trigger>,
  kind: string,
  { id, status }: { id: string; status: Status },
  trigger: Trigger
): Status {
  const next = lifecycle[status][trigger]
  if (!next) throw conflict(`${kind} ${id} is ${status}: "${trigger}" is not possible`)
  return next
}
