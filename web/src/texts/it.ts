import catbox from "./it/catbox.json";
import common from "./it/common.json";
import cubosaurs from "./it/cubosaurs.json";
import incubation from "./it/incubation.json";
import study from "./it/study.json";

export default { ...common, ...cubosaurs, ...incubation, ...catbox, ...study };
