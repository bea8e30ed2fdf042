/**
 * Words that shape a question and say nothing of its subject: articles, pronouns, question words, prepositions, forms of
 * be, have and do. Short on purpose: a word that is also a subject's is better searched. So the English list is without
 * "will", "may" and "might", which are also a testament, a month and a force.
 */
import { foldAccents, foldSigns } from './fold.ts';

const lists: Readonly<Record<string, string>> = {
  en: `a an the this that these those there here
    i me my you your he him his she her hers it its we us our ours they them their theirs
    what which who whom whose when where why how
    am is are was were be been being have has had having do does did doing done can could should would shall must
    of in on at to from by for with about into than then so if or and but not no nor too very also just
    any some each both such all only own same other between during before after above below up down out off over under
    again once ll re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn
    please tell say said give show find as`,
  de: `der die das den dem des ein eine einen einem einer eines kein keine keinen
    ich mich mir du dich dir er ihn ihm sie ihr ihnen es wir uns euch man sich mein meine meinen dein deine sein seine ihre
    ihren ihrem ihrer unser unsere dieser diese dieses diesen diesem jener jene
    was wer wen wem wessen wann wo woher wohin warum wieso weshalb wie welche welcher welches welchen welchem wieviel viele viel
    ist sind war waren bin bist wird werden wurde wurden worden sei gibt gab hat haben hatte hatten habe
    kann können konnte muss müssen darf dürfen soll sollen sollte
    in im an am auf aus bei beim mit nach von vom vor zu zum zur für über unter um durch gegen ohne bis seit während zwischen
    und oder aber auch nicht noch nur so als dass ob wenn weil denn da dort hier bitte`,
  fr: `le la les un une des du de d l à au aux ce cet cette ces
    je j me m moi tu te t toi il elle on nous vous ils elles se s lui leur leurs eux mon ma mes ton ta tes son sa ses notre nos
    votre vos y en
    que qu estce quoi qui quel quelle quels quelles quand où pourquoi comment combien dont lequel laquelle
    est sont était étaient être été ai as a avons avez ont avait avoir fait peut peuvent doit doivent faut sera
    dans sur sous par pour avec sans chez vers entre depuis pendant avant après jusqu contre
    et ou mais ne n pas plus si aussi très c ça cela ceci`,
  es: `el la los las un una unos unas lo al del de
    yo me mí tú te ti él ella ello nosotros vosotros ellos ellas usted ustedes se le les nos os su sus mi mis tu tus nuestro
    nuestra este esta esto estos estas ese esa eso esos esas aquel aquella
    qué que quién quiénes cuál cuáles cuándo cuando dónde donde cómo como cuánto cuánta cuántos cuántas por porqué
    es son era eran fue fueron ser está están estar ha han había haber hay tiene tienen hace puede pueden debe deben
    a en con sin para sobre bajo entre desde hasta hacia durante contra según
    y e o u pero no ni si sí también muy más ya`,
  pt: `o a os as um uma uns umas ao aos à às do da dos das de no na nos nas num numa pelo pela pelos pelas
    eu me mim tu te você vocês ele ela eles elas nós se lhe lhes meu minha meus minhas seu sua seus suas nosso nossa
    este esta isto estes estas esse essa isso esses essas aquele aquela aquilo
    que quê quem qual quais quando onde como quanto quanta quantos quantas porque porquê por
    é são era eram foi foram ser está estão estar há tem têm tinha ter faz pode podem deve devem
    em com sem para sobre sob entre desde até durante contra segundo
    e ou mas não nem se também muito mais já`,
  it: `il lo la i gli le un uno una l del dello della dei degli delle al allo alla ai agli alle dal dallo dalla dai dagli dalle
    nel nello nella nei negli nelle sul sullo sulla sui sugli sulle dell all dall nell sull quest
    io mi me tu ti te lui lei noi ci voi vi loro si ne suo sua suoi sue mio mia tuo tua nostro nostra
    questo questa questi queste quello quella quelli quelle
    che chi cosa quale quali quando dove come quanto quanta quanti quante perché cui
    è sono era erano fu essere stato stata ha hanno aveva avere c può possono deve devono fa viene
    di a da in con su per tra fra senza sotto sopra durante prima dopo
    e ed o ma non né se anche più molto`,
  nl: `de het een dit dat deze die
    ik me mij mijn je jij jou jouw u uw hij hem zijn zij ze haar wij we ons onze jullie hun hen zich er
    wat wie welke welk wanneer waar waarom hoe hoeveel wiens
    is was waren ben bent wordt worden werd werden geworden heeft heb hebben had hadden kan kunnen kon moet moeten mag zal zullen
    van in op aan te bij met voor naar uit over onder tussen door tegen zonder tot om tijdens na
    en of maar niet geen ook als dan dus nog wel zo alstublieft`,
  sv: `en ett den det de denna detta dessa
    jag mig min mitt mina du dig din ditt dina han honom hans hon henne hennes vi oss vår vårt våra ni er dem deras sig sin sitt
    sina man
    vad vem vems vilken vilket vilka när var varför hur
    är var vara varit blir blev har hade ha kan kunde ska skulle måste får finns gör
    i på av till från med för om under över mellan genom mot utan vid hos efter före sedan
    och eller men inte också som att så än`,
  da: `en et den det de denne dette disse
    jeg mig min mit mine du dig din dit dine han ham hans hun hende hendes vi os vores i jer dem deres sig sin sit sine man
    hvad hvem hvis hvilken hvilket hvilke hvornår hvor hvorfor hvordan
    er var være været bliver blev har havde have kan kunne skal skulle må findes gør
    på af til fra med for om under over mellem gennem mod uden ved hos efter før siden
    og eller men ikke også som at så end der`,
  no: `en et ei den det de denne dette disse
    jeg meg min mitt mine du deg din ditt dine han ham hans hun henne hennes vi oss vår vårt våre dere dem deres seg sin sitt
    sine man
    hva hvem hvilken hvilket hvilke når hvor hvorfor hvordan
    er var være vært blir ble har hadde ha kan kunne skal skulle må finnes gjør
    i på av til fra med for om under over mellom gjennom mot uten ved hos etter før siden
    og eller men ikke også som at så enn`,
  fi: `se ne tämä nämä tuo nuo minä minun sinä hän hänen me te he joka jotka mikä mitä missä mistä mihin minne milloin kuka kenen
    kuinka miten miksi montako paljonko millainen
    on ovat oli olivat olla ole ei eivät voi voivat pitää
    ja tai mutta myös kun jos että kuin sekä`,
  hu: `a az egy ez ezek azok én te ő mi ti ők
    ki kik kinek mit milyen melyik mikor hol honnan hova hová miért hogyan hogy mennyi hány
    van vannak volt voltak lesz lenni nem kell lehet
    és vagy de is ha mint`,
  ro: `un o unui unei al ai ale cel cea cei cele acest această acești aceste acel acea
    eu mă tu te el ea noi voi ei ele se îi îl le lor lui său sa săi sale
    ce cine cui care când unde cum cât câtă câți câte de ce
    este e sunt era erau fost fi are au avea avem poate trebuie
    în la din pe cu fără pentru prin între sub după până către despre
    și sau dar nu să că dacă mai`,
  tr: `bir bu şu o bunlar şunlar onlar ben sen biz siz bana sana ona
    ne neyi neden niçin niye nasıl nerede nereye nereden kim kimin kime hangi kaç ne zaman kadar
    mi mı mu mü dir dır var yok değil olan olarak olur
    ve veya ya ama ile için gibi da de ki`,
  ru: `я меня мне мной ты тебя тебе он его ему им она её ей оно мы нас нам вы вас вам они их мой моя мои твой свой свои своя наш
    наша ваш этот эта это эти тот та те
    что чего чему кто кого кому чей чья чьё какой какая какое какие каких когда где куда откуда почему зачем как сколько который
    которая которые
    есть был была было были быть будет можно надо нужно ли
    в во на с со к ко по о об от до из у за для при над под без через между
    и или а но не ни же бы если то также`,
  ar: `ما ماذا من متى أين كيف لماذا كم أي أية هل
    هو هي هم هما نحن أنا أنت أنتم هذا هذه ذلك تلك هؤلاء الذي التي الذين
    في على إلى عن مع بين منذ حتى عند بعد قبل خلال
    و أو أم ثم لا لم لن ليس كان كانت يكون هناك قد كل التي أن إن`,
};

const functionWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/u).map(plainForm))]),
);

/** The language's list, in the form of `foldAccents`; empty where there is none. */
export function functionWordsOf(language: string): ReadonlySet<string> {
  return functionWords.get(language) ?? new Set();
}

/** As a question's words come: with the signs folded that the tokeniser folds. */
function plainForm(word: string): string {
  return foldAccents(foldSigns(word));
}
