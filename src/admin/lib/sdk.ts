import Medusa from "@medusajs/js-sdk"

/** Set by Medusa's build of the dashboard, from `admin.backendUrl` and the way operators log in. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

export const backendUrl = typeof __BACKEND_URL__ === "string" ? __BACKEND_URL__ : "/"

export const sdk = new Medusa({
  baseUrl: backendUrl,
  auth: {
    type: typeof __AUTH_TYPE__ === "string" ? __AUTH_TYPE__ : "session",
    ...(typeof __JWT_TOKEN_STORAGE_KEY__ === "string" && __JWT_TOKEN_STORAGE_KEY__ !== ""
      ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ }
      : {}),
  },
})
