import catbox from "./fr/catbox.json";
import common from "./fr/common.json";
import cubosaurs from "./fr/cubosaurs.json";
import incubation from "./fr/incubation.json";
import study from "./fr/study.json";

export default { ...common, ...cubosaurs, ...incubation, ...catbox, ...study };
