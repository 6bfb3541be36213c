export const pluginMutants = {}
