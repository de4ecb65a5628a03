package dev.palloc.memory;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** The JMX side of a manager. */
final class ManagerBean implements MemoryManagerMXBean {
    private static final String DOMAIN = "dev.palloc:type=MemoryManager,name=";

    private final MemoryManager manager;

    private ManagerBean(MemoryManager manager) {
        this.manager = manager;
    }

    static ObjectName register(MemoryManager manager, String name) {
        try {
            ObjectName objectName = new ObjectName(DOMAIN + ObjectName.quote(name));
            server().registerMBean(
                            new StandardMBean(new ManagerBean(manager), MemoryManagerMXBean.class, true), objectName);
            return objectName;
        } catch (InstanceAlreadyExistsException e) {
            throw new IllegalStateException(
                    "a memory manager is registered as \"" + name + "\" already; give this one another name", e);
        } catch (JMException e) {
            throw new IllegalStateException("the memory manager cannot be registered as \"" + name + "\"", e);
        }
    }

    static void unregister(ObjectName objectName) {
        try {
            server().unregisterMBean(objectName);
        } catch (InstanceNotFoundException e) {
            // Somebody else took it out, which is what is wanted.
        } catch (JMException e) {
            throw new IllegalStateException("the memory manager cannot be taken out as " + objectName, e);
        }
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    @Override
    public boolean isShared() {
        return manager.isShared();
    }

    @Override
    public int getContextCount() {
        return manager.handles().count();
    }

    @Override
    public long getBlockBytes() {
        return manager.contextBlocks().bytesOut();
    }

    @Override
    public long getBlockCount() {
        return manager.contextBlocks().blocksOut();
    }

    @Override
    public String statisticsText(long timeoutMillis) {
        return answer(
                timeoutMillis,
                ContextStatistics::toText,
                "",
                "",
                "no answer within " + timeoutMillis
                        + " ms: the thread that the manager is confined to took no block and created, reset or deleted no context");
    }

    @Override
    public String statisticsJson(long timeoutMillis) {
        return answer(timeoutMillis, ContextStatistics::toJson, "[", "]", "[]");
    }

    private String answer(
            long timeoutMillis,
            Function<ContextStatistics, String> form,
            String begin,
            String end,
            String withoutAnswer) {
        try {
            List<ContextStatistics> roots = manager.requestStatistics().get(timeoutMillis, TimeUnit.MILLISECONDS);
            return roots.stream().map(form).collect(Collectors.joining(begin.isEmpty() ? "" : ",", begin, end));
        } catch (TimeoutException e) {
            return withoutAnswer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return withoutAnswer;
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("no statistics: " + e.getMessage(), e);
        }
    }
}
