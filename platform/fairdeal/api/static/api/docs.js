// Shows the API's document with Swagger UI. A file of its own: the content security policy allows no inline script.
"use strict";

const place = document.getElementById("api");
window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  presets: [window.SwaggerUIBundle.presets.apis],
});
