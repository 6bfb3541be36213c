export const pluginStories = {}
export type PluginItemId = never
