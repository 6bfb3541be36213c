/** What a check of the store found. The message says what is wrong and what to do. */
export type SetupCheck = { id: string; status: "ok" | "warning" | "error"; message: string }
