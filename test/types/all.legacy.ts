/* One list of programs that compile and that do not serves both flavours: here tsc reads it with experimentalDecorators. */
import "./placement";
import "./befores";
import "./changes";
import "./contexts";
import "./events";
import "./helpers";
import "./names";
import "./results";
import "./schemas";
import "./security";
import "./self-reference";
import "./shadow";
import "./sound";
import "./together";
import "./versions";
import "./within";
import "./zod3";
