import Medusa from "@medusajs/js-sdk"

/** Talks to the server that serves this dashboard, with the user's session. */
export const sdk = new Medusa({ baseUrl: "/", auth: { type: "session" } })
