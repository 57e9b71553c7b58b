import catbox from "./en/catbox.json";
import common from "./en/common.json";
import cubosaurs from "./en/cubosaurs.json";
import incubation from "./en/incubation.json";
import study from "./en/study.json";

export default { ...common, ...cubosaurs, ...incubation, ...catbox, ...study };
