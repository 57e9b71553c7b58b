"""HTTP: routes, their dependencies, middleware, the page's files."""
