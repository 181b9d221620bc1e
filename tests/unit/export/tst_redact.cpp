// Names of people and machines are left out of texts, and nothing else is.
#include "core/export/name_forms.h"
#include "core/export/redact.h"
#include "core/export/redact_json.h"
#include "tests/support/json_store.h"

#include <QTest>

using namespace lanescope;

class TestRedact : public QObject {
    Q_OBJECT
private slots:
    void whatLooksLikeANameIsLeftOut_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("clean");
        const auto row = [](const char* text, const char* clean) { QTest::newRow(text) << text << clean; };
        row("/home/me/work/train.py(12): step", "train.py(12): step");
        row("C:\\Users\\me\\train.py(12): step", "train.py(12): step");
        row("login me@node7 now", "login host now");
        row("scp me@10.0.0.7:/data/x", "scp host");
        row("from 10.12.0.3:4711 to fe80::1", "from host to host");
        row("on gpu17.cluster.example.com", "on host");
        row("node7:812:840 [0] NCCL INFO ready", "host:812:840 [0] NCCL INFO ready");
        row("file:///scratch/t.json.gz", "t.json.gz");
        row("init tcp://10.0.0.7:29500 done", "init host done");
        row("tcp://node7:29500", "host");
        row("see https://node7.corp.example.com.", "see host");
        row("https://node7.corp.example.com:8080/runs/7", "7");
        row("ssh://me@node7:22", "host");
        row("at node7.cluster.example.com:29500", "at host");
        row("addr:10.0.0.7, addr:fe80::1", "addr:host, addr:host");
        row("10.0.0.7: refused", "host: refused");
        row("to node7:29500", "to host");
        row("MASTER=gpu-rack-7:29500, ready", "MASTER=host, ready");
        row("in /mnt/node7.cluster.example.com", "in host");
        row("in /home/alice", "in user");
        row("in C:\\Users\\Alice\\", "in user");
        row("/mnt/home/alice:12", "user:12");
    }
    void whatLooksLikeANameIsLeftOut() {
        QFETCH(QString, text);
        QFETCH(QString, clean);
        QCOMPARE(QString::fromStdString(Redactor()(text.toStdString())), clean);
    }

    void whatIsNoNameStays_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"aten::add a/b",
                                 "Dequeue@record_event",
                                 "malloc@GLIBC_2.2.5",
                                 "torch.nn.modules.linear",
                                 "python@3.10",
                                 "at::native::vectorized_elementwise_kernel<4, at::native::add>",
                                 "12:30:45",
                                 "1.5 ms of 2.0 ms",
                                 "Definitions: docs/user/metrics.md.",
                                 "rank 3, GPU 0",
                                 "file.cu:12:5: note",
                                 "float32:16384",
                                 "layer3:16384",
                                 "rank3:29500",
                                 "loss:29500",
                                 "host: 29500",
                                 "abc7:8080",
                                 "ProfilerStep#12",
                                 "sm90_xmma_gemm_f16f16_f16f32",
                                 "74.3 %"})
            QTest::newRow(text) << text;
    }
    void whatIsNoNameStays() {
        QFETCH(QString, text);
        Redactor redactor;
        redactor.hideHost("node7");
        QCOMPARE(QString::fromStdString(redactor(text.toStdString())), text);
    }

    void aKnownNameIsHiddenWhereverItStandsAsAWord() {
        Redactor redactor;
        redactor.hideHost("Node7.example.com");
        redactor.hideUser("alice");
        QCOMPARE(redactor("NODE7 runs alice's job"), std::string("host2 runs user1's job"));
        QCOMPARE(redactor("node7.example.com: malice, node71, alice_2"), std::string("host1: malice, node71, user1_2"));
    }

    void machinesWithPortsCanStillBeToldApart() {
        Redactor redactor;
        redactor.hideHost("node7");
        redactor.hideHost("node8");
        QCOMPARE(redactor("node7:29500 to node8:29501, box3:29502"), std::string("host1 to host2, host"));
        QCOMPARE(redactor("tcp://node8:29500"), std::string("host2"));
        QCOMPARE(redactor("node8:812:840 [0] NCCL INFO ready"), std::string("host2:812:840 [0] NCCL INFO ready"));
        QCOMPARE(redactor("host3:29500"), std::string("host")); // not one of the numbers: somebody's machine
    }

    void namesAsCommonAsRootTellNothing() {
        Redactor redactor;
        for (const char* common : {"root", "localhost", "worker3", "rank12", "user", "gpu", "ab", "1234"}) {
            redactor.hideHost(common);
            redactor.hideUser(common);
        }
        const std::string text = "root user on localhost, worker3, rank12, gpu ab 1234";
        QCOMPARE(redactor(text), text);
    }

    void aWordSomebodyAskedForIsHiddenWhateverItLooksLike() {
        Redactor redactor;
        for (const char* word : {" node7", "alice ", " ", "", "worker", "ab", "x", "/scratch"}) redactor.hideWord(word);
        QCOMPARE(redactor("node7 alice worker worker3 ab abc x"),
                 std::string("host1 host2 host3 worker3 host4 abc host5"));
        QCOMPARE(redactor("a/scratch"), std::string("ahost6"));
        QVERIFY(!redactor.leavesAlone("a Worker"));
        QVERIFY(redactor.leavesAlone("workers"));
    }

    void theMachinesOfTheLargestJobAreAllHidden() {
        Redactor redactor;
        constexpr int kRanks = 65'536;
        for (int i = 0; i < kRanks; ++i)
            redactor.hideHost("gpu-rack-" + std::to_string(i) + "x.cluster.example.com"); // full and first name
        QCOMPARE(redactor("on gpu-rack-65535x, GPU-RACK-65534x.cluster.example.com and gpu-rack-7"),
                 std::string("on host131072, host131069 and gpu-rack-7"));
        for (int i = 0; i < kRanks; ++i) QVERIFY(!redactor.leavesAlone("gpu-rack-" + std::to_string(i) + "x"));
        QCOMPARE(redactor.label("on gpu-rack-65\xE2\x80\xA6"), std::string("on \xE2\x80\xA6"));
        QCOMPARE(redactor.label("on\xE2\x80\xA6"
                                "ack-65535x end"),
                 std::string("on\xE2\x80\xA6 end"));
    }

    void aLabelCutInTheMiddleShowsNoPartOfAName() {
        Redactor redactor;
        redactor.hideHost("trainbox-42");
        QCOMPARE(redactor.label("python on trainb\xE2\x80\xA6"), std::string("python on \xE2\x80\xA6"));
        QCOMPARE(redactor.label("pyt\xE2\x80\xA6"
                                "box-42"),
                 std::string("pyt\xE2\x80\xA6"));
        QCOMPARE(redactor.label("pyt\xE2\x80\xA6"
                                "nbox-42 end"),
                 std::string("pyt\xE2\x80\xA6 end"));
        QCOMPARE(redactor.label("brain\xE2\x80\xA6"), std::string("brain\xE2\x80\xA6"));
    }

    void aTraceTeachesTheNamesOfItsMachineAndPeople() {
        const auto store = testing::storeFromEvents(
            R"({"ph":"M","name":"process_labels","pid":1,"tid":0,"ts":0,"args":{"labels":"host=rackbox3"}},)"
            R"({"ph":"X","cat":"cpu_op","name":"/home/alice/run.py(3): go","pid":1,"tid":1,"ts":1,"dur":5},)"
            R"({"ph":"X","cat":"cpu_op","name":"ssh bob@farbox9 true","pid":1,"tid":1,"ts":7,"dur":5})",
            R"("host_name": "bigbox1.example.com")");
        QVERIFY(store);
        Redactor redactor;
        redactor.learn(*store, "/mnt/runs/carol@desk4/t.json");
        QCOMPARE(QString::fromStdString(std::string(hostNameOf(store->info()))), QString("bigbox1.example.com"));
        const std::string text = "bigbox1 rackbox3 alice bob farbox9 carol desk4";
        const std::string clean = redactor(text);
        for (const char* name : {"bigbox1", "rackbox3", "alice", "bob", "farbox9"})
            QVERIFY2(clean.find(name) == std::string::npos, clean.c_str());
        QCOMPARE(std::count(clean.begin(), clean.end(), ' '), std::count(text.begin(), text.end(), ' '));
    }

    void anEventTeachesNamesBehindTheirKeys() {
        Redactor redactor;
        redactor.learnText("host=zzbox USER=davey MASTER_ADDR=mbox3:29500 NODELIST=nbox5", Redactor::Text::OfEvent);
        redactor.learnText(R"({"hostname": "qbox", "user":"erin"} open https://ubox.corp.example.com/x)",
                           Redactor::Text::OfEvent);
        // Numbers by the order of learning: words first, then key by key.
        const std::string clean = redactor("zzbox davey mbox3 nbox5 qbox erin");
        QCOMPARE(clean, std::string("host3 user1 host1 host2 host5 user2"));
        QCOMPARE(redactor("copy to ubox.corp.example.com"), std::string("copy to host4"));
        redactor.learnText("copy host: pinned, user=True, addr=0x7f00, device=cuda", Redactor::Text::OfEvent);
        redactor.learnText("backbone.head.net of a model", Redactor::Text::OfEvent);
        const std::string text = "pinned True 0x7f00 cuda backbone head";
        QCOMPARE(redactor(text), text);
        redactor.learnText("Host: rackbox");
        QCOMPARE(redactor("rackbox"), std::string("host7")); // 6: the full name of the model's part
    }

    void whatIsHiddenCanBePassedOnWithItsNumbers() {
        Redactor first, second;
        first.hideHost("node7.example.com");
        first.hideUser("alice");
        first.hideHost("anode8");
        QCOMPARE(first.hidden(), (std::vector<std::string>{"node7.example.com", "node7", "anode8", "alice"}));
        for (const std::string& name : first.hidden()) second.hideWord(name);
        QCOMPARE(second("anode8 and node7"), first("anode8 and node7"));
    }

    void aPathCutInTheMiddleShowsNoFolder() {
        QCOMPARE(Redactor().label("in /scratch/team\xE2\x80\xA6"
                                  "share/run.py(3)"),
                 std::string("in team\xE2\x80\xA6"
                             "run.py(3)"));
        QCOMPARE(Redactor().label("gemm\xE2\x80\xA6"
                                  "a/b"),
                 std::string("gemm\xE2\x80\xA6"
                             "a/b"));
    }

    void aNameEndsWhereItsStringEnds() {
        const auto store =
            testing::storeFromEvents(R"({"ph":"X","cat":"cpu_op","name":"cd /home/","pid":1,"tid":1,"ts":1,"dur":5},)"
                                     R"({"ph":"X","cat":"cpu_op","name":"zebra run","pid":1,"tid":1,"ts":7,"dur":5},)"
                                     R"({"ph":"X","cat":"cpu_op","name":"mail bob@","pid":1,"tid":1,"ts":13,"dur":5},)"
                                     R"({"ph":"X","cat":"cpu_op","name":"giraffe","pid":1,"tid":1,"ts":19,"dur":5})",
                                     "");
        QVERIFY(store);
        Redactor redactor;
        redactor.learn(*store);
        QCOMPARE(redactor("zebra giraffe bob"), std::string("zebra giraffe bob"));
    }

    void theProfilersFileNamesHoldTheMachine() {
        Redactor redactor;
        redactor.learnFileName("run__128__hm-6a49xb_1987242.1733769848514071115.pt.trace.json.gz");
        QCOMPARE(redactor("HM-6A49XB"), std::string("host1"));
        Redactor plain;
        plain.learnFileName("worker0_step_12.1694128201545.pt.trace.json");
        plain.learnFileName("my_box_12.json");
        QCOMPARE(plain("step worker0 box"), std::string("step worker0 box"));
    }

    void rawEventsChangeOnlyInTheirTexts() {
        Redactor redactor;
        redactor.hideHost("bigbox1");
        const std::string raw =
            "{\"ph\": \"X\", \"ts\": 1733769848514071.125, \"name\": \"\\/home\\/al\\/a.py(3): f\",\n"
            " \"args\": {\"hostname\": \"any\", \"peers\": [\"bigbox1\", \"b\\\"c\"], \"n\": -0.5e3}}";
        const std::string clean =
            "{\"ph\": \"X\", \"ts\": 1733769848514071.125, \"name\": \"a.py(3): f\",\n"
            " \"args\": {\"hostname\": \"host\", \"peers\": [\"host1\", \"b\\\"c\"], \"n\": -0.5e3}}";
        QCOMPARE(QString::fromStdString(withoutNames(raw, redactor)), QString::fromStdString(clean));
        QCOMPARE(
            withoutNames(R"({"hostNames": ["a", "bb"], "b": "bb", "User Name": "x", "node": {"c": "d"}})", redactor),
            std::string(R"({"hostNames": ["host", "host"], "b": "bb", "User Name": "host", "node": {"c": "d"}})"));
        QCOMPARE(withoutNames("{\"open\": \"/home/x", redactor), std::string("{\"open\": \"/home/x"));
    }
};

QTEST_APPLESS_MAIN(TestRedact)
#include "tst_redact.moc"
