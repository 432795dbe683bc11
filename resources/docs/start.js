// Shows the document of the same scene that the page was asked for.
window.SwaggerUIBundle({
  url: `openapi.json${window.location.search}`,
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
