// The bundler calls an export of a CommonJS module by its whole name, each time anew.
import runtime from "../node_modules/react/cjs/react-jsx-runtime.production.js"

export const { Fragment, jsx, jsxs } = runtime
