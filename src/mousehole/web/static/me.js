/** The page of one's own tables. */

import { sure } from "./pages.js";
import { sayTimes } from "./times.js";

sayTimes();
sure();
