/** How to play: pictures from sheets kept in the page. */

import "./pages.js";
