import { conflict, notFound } from "./sandbox-error"

/** The objects of one kind, by id. */
export type Store<T> = {
  add(row: T): void
  find(id: string): T | undefined
  /** @throws SandboxError 404 */
  get(id: string): T
  /** Oldest first. */
  all(): readonly T[]
  newestFirst(): readonly T[]
}

/** @param kind names an object in errors, such as "invoice" */
export function createStore<T extends { readonly id: string }>(kind: string): Store<T> {
  const byId = new Map<string, T>()
  return {
    add: (row) => void byId.set(row.id, row),
    find: (id) => byId.get(id),
    get(id) {
      const row = byId.get(id)
      if (!row) throw notFound(`${kind} ${id}`)
      return row
    },
    all: () => [...byId.values()],
    newestFirst: () => [...byId.values()].reverse(),
  }
}

/** For each status, the triggers it accepts and where they lead. */
export type Lifecycle<Status extends string, Trigger extends string> = Record<
  Status,
  Partial<Record<Trigger, Status>>
>

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
