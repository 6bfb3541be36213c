import Medusa from "@medusajs/js-sdk"

/** Set by Medusa's build of the dashboard, from `admin.backendUrl` and the way operators log in. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

export const backendUrl = typeof __BACKEND_URL__ === "string" ? __BACKEND_URL__ : "/"

const authType = typeof __AUTH_TYPE__ === "string" ? __AUTH_TYPE__ : "session"

export const sdk = new Medusa({
  baseUrl: backendUrl,
  auth: {
    type: authType,
    ...(typeof __JWT_TOKEN_STORAGE_KEY__ === "string" && __JWT_TOKEN_STORAGE_KEY__ !== ""
      ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ }
      : {}),
  },
})

/** Without a public address of its own, a page is at the server of the dashboard. */
export const addressOf = ({ url, page_path }: { url: string | null; page_path: string }): string =>
  url ?? new URL(page_path, new URL(backendUrl, window.location.href)).href

/** Posts as the client does, which drops what a refusal says beside its message. */
export async function post(path: string, body: object): Promise<Response> {
  const token = authType === "session" ? null : await sdk.client.getToken()
  return fetch(`${backendUrl.replace(/\/$/, "")}${path}`, {
    method: "POST",
    credentials: authType === "session" ? "include" : "omit",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
}
